/** False in the browser edition, whose screens hide what needs a server. */
export const HAS_SERVER_FEATURES: boolean = import.meta.env.PUBLIC_BACKEND !== 'browser'
