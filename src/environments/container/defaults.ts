export const defaultContainer = 'cua-container';
export const defaultDisplay = ':99';
