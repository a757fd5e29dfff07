"""Parts of the estimators: parameters, input, fitted model, file."""
