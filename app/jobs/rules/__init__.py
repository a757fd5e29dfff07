"""Rules of a project: conversion, files, and decoding under them."""
