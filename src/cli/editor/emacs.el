;; Put this into ~/.emacs.d/init.el (Emacs 29 or later). `litterbox' must be on the PATH; sessions
;; need the package `markdown-mode'.
(define-derived-mode rhai-mode prog-mode "Rhai"
  "Scripts of Litterbox."
  (setq-local comment-start "// ")
  (setq-local font-lock-defaults
              '((("//.*$" . font-lock-comment-face)
                 ("\\_<\\(fn\\|const\\|let\\|if\\|else\\|for\\|in\\|while\\|return\\)\\_>"
                  . font-lock-keyword-face)))))
(add-to-list 'auto-mode-alist '("\\.rhai\\'" . rhai-mode))
(defun litterbox-project (folder)
  "The project of FOLDER: what is above its scripts or variants."
  (let ((root (locate-dominating-file
               folder (lambda (above)
                        (or (file-expand-wildcards (expand-file-name "scripts/*/*.rhai" above))
                            (file-expand-wildcards (expand-file-name "variants/*.json" above)))))))
    (and root (cons 'transient root))))
(add-hook 'project-find-functions #'litterbox-project)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((rhai-mode js-json-mode markdown-mode) . ("litterbox" "lsp"))))
(add-hook 'rhai-mode-hook #'eglot-ensure)
