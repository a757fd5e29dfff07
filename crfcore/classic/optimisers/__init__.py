"""Ways of making a smooth function small that came before L-BFGS, a file each."""
