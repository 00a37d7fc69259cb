// Hex values of tokens.css for what cannot use oklch: preview cards, the manifest, `theme-color`.
export const PAPER = '#f9f6f1'
export const PAPER_DARK = '#10151f'
export const NIGHT = '#131927'
export const ON_NIGHT = '#f7f4ed'
export const INK = '#181f2e'
export const INK_3 = '#675f56'
export const MARIGOLD = '#f7b03c'
