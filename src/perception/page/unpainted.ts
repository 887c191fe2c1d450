/** Elements that are never painted, whatever a style says. */
export const unpainted = ['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'META', 'LINK'] as const;
