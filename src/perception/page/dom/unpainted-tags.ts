/** Elements that are never rendered, whatever their style. */
export const unpaintedTags = ['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'META', 'LINK'] as const;
