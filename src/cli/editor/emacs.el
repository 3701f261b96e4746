;; Put this into ~/.emacs.d/init.el (Emacs 29 or later, or 28 with the package `eglot'). `litterbox'
;; must be on the PATH; sessions need the package `markdown-mode'.
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
;; With the package `dape': `M-x dape RET litterbox' in a session plays it up to the line of the point.
(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               '(litterbox modes (markdown-mode gfm-mode)
                           command "litterbox" command-args ("dap") command-cwd dape-command-cwd
                           :type "litterbox" :request "launch" :stopOnEntry t
                           :session (lambda () (buffer-file-name))
                           :line (lambda () (line-number-at-pos)))))
