#!/bin/sh
# Makes a disk image of the bundle, on macOS:
#
#     packaging/macos/make_dmg.sh dist/Tagwright.app dist/tagwright-0.1.0-macos-arm64.dmg
#
# 1. With SIGN_AS ("Developer ID Application: …"), signs every library, then the bundle, for the
#    hardened runtime; without it the bundle keeps the signature that PyInstaller gave it ("ad hoc"),
#    and Gatekeeper lets it be opened only by way of System Settings > Privacy & Security.
# 2. Copies the bundle beside a link to /Applications, and packs both with hdiutil.
# 3. With NOTARY_PROFILE (made once by `xcrun notarytool store-credentials`), has Apple check the
#    image, waits, and fastens its answer to it. This alone needs a network.
#
# Without these two variables it says what it has left out. It changes nothing but the bundle's
# signature and the image.
set -eu

if [ "$#" -ne 2 ] || [ ! -d "$1/Contents/MacOS" ]; then
    echo "usage: make_dmg.sh BUNDLE.app IMAGE.dmg; the bundle is made by PyInstaller on macOS." >&2
    exit 2
fi
for tool in hdiutil codesign; do
    if ! command -v "$tool" > /dev/null; then
        echo "make_dmg.sh: $tool was not found; run this on macOS." >&2
        exit 1
    fi
done
bundle=$1
image=$2
here=$(cd "$(dirname "$0")" && pwd)

if [ -n "${SIGN_AS:-}" ]; then
    # The innermost first, since the signature of a bundle covers those of its libraries.
    find "$bundle/Contents" -type f \( -name '*.so' -o -name '*.dylib' \) -exec \
        codesign --force --timestamp --options runtime --sign "$SIGN_AS" {} +
    find "$bundle/Contents" -type d -name '*.framework' -prune -exec \
        codesign --force --timestamp --options runtime --sign "$SIGN_AS" {} +
    codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" \
        --sign "$SIGN_AS" "$bundle"
    codesign --verify --strict --deep "$bundle"
else
    echo "Not signed: SIGN_AS is not set."
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
# ditto keeps links and extended attributes, which the signature covers.
ditto "$bundle" "$folder/$(basename "$bundle")"
ln -s /Applications "$folder/Applications"
hdiutil create -volname Tagwright -srcfolder "$folder" -fs APFS -format ULFO -ov "$image"

if [ -n "${SIGN_AS:-}" ]; then
    codesign --timestamp --sign "$SIGN_AS" "$image"
fi
if [ -n "${NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
else
    echo "Not notarised: NOTARY_PROFILE is not set."
fi
