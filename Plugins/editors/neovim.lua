-- Moult in Neovim 0.11 or later: paste into init.lua, or save beside it and `require` it.
vim.lsp.config("moult", {
  cmd = { "moult", "lsp" },
  filetypes = { "swift", "objc", "objcpp", "proto" },
  root_markers = { ".moult.yml", "Package.swift", "Podfile", ".git" },
})
vim.lsp.enable("moult")
