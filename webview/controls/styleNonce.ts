// Hands the nonce of the page to the control library, which asks a `meta` for it while it loads: without it the library's
// trial of `:focus-visible` is refused and its controls would show the focus on every click. Imported before the library.
const { nonce } = document.body.dataset;
if (nonce !== undefined) {
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.content = nonce;
  document.head.append(meta);
}
