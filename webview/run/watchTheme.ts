// Says when VS Code changed the theme: it writes the colours into the style of the document and the kind into the class of its body.

export function watchTheme(changed: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(() => changed());
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  observer.observe(document.body, { attributeFilter: ['class'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
