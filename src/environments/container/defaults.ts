/** What is meant when nothing is said. */
export const usualContainer = 'cua-container';
export const usualDisplay = ':99';
