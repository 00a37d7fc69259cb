/** Replaces a component that needs a server (build/edition.ts). */
export default () => null
