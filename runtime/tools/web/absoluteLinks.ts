// Links of a page as whole addresses: the agent reads the text without knowing where it stood.

/** @param base address of the page */
export function absoluteLinks(markdown: string, base: string): string {
  return markdown.replace(
    /(\]\(|\]\(<|\[picture: [^\]\n]{0,500} \()([^)\s<>]+)/g,
    (whole, before: string, target: string) => {
      const absolute = resolve(target, base);
      return absolute === null ? whole : before + absolute;
    },
  );
}

function resolve(target: string, base: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null;
  return URL.canParse(target, base) ? new URL(target, base).href : null;
}
