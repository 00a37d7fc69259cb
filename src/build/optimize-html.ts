/** Milliseconds after the load event, because a photograph may still need a frame to be drawn. */
const DELAY_MS = 200
const DEFERRED_TAGS = /<script type="module" src="([^"]+)"><\/script>|<link rel="manifest" href="([^"]+)">/g
/** Loads when its element is first used; a click before that is repeated once it is loaded. */
const LAUNCHER = '/_astro/Launcher.'
const loadOnInteraction = (address: string): string =>
  `{let a=document.querySelector(".launcher"),g=()=>import(${JSON.stringify(address)});a.onpointerenter=a.onfocus=g;a.onclick=e=>{e.metaKey||e.ctrlKey||e.shiftKey||(e.preventDefault(),g().then(()=>{a.onclick=null;a.click()},()=>location=a.href))}}`
const linkManifest = (manifest: string): string =>
  `document.head.append(Object.assign(document.createElement("link"),{rel:"manifest",href:${JSON.stringify(manifest)}}))`

/**
 * Replaces a page's scripts by one that loads them, and the manifest, after the page is drawn. They would otherwise
 * compete with fonts and the first photograph on a slow connection.
 */
export function deferScripts(html: string): string {
  const onInteraction: string[] = []
  const afterLoad: string[] = []
  const rest = html.replace(DEFERRED_TAGS, (_, script: string, manifest: string) => {
    if (manifest) afterLoad.push(linkManifest(manifest))
    else if (script.startsWith(LAUNCHER)) onInteraction.push(loadOnInteraction(script))
    else afterLoad.push(`import(${JSON.stringify(script)})`)
    return ''
  })
  if (afterLoad.length + onInteraction.length === 0) return html
  const script = `${onInteraction.join('')}onload=()=>setTimeout(()=>{${afterLoad.join(';')}},${DELAY_MS})`
  return rest.replace('</body>', () => `<script>${script}</script></body>`)
}

/** Removes the icon names outside islands. Inside an island the HTML must equal what the island renders. */
export const stripIconNames = (html: string): string =>
  html.replace(/<astro-island[\s\S]*?<\/astro-island>|<svg [^>]*class="lucide [^>]*>/g, (part) =>
    part.startsWith('<astro-island')
      ? part
      : part.replace(/class="lucide lucide-[\w-]+ ?/, 'class="').replaceAll(/(data-astro-cid-\w+)="true"/g, '$1'),
  )

/** Shortens the style scope attributes, which every element has. */
export function shortenScopeAttributes(html: string): string {
  const shortNames = new Map<string, string>()
  return html.replace(/data-astro-cid-\w+/g, (attribute) => {
    const shortened = shortNames.get(attribute) ?? `data-${shortNames.size.toString(36)}`
    shortNames.set(attribute, shortened)
    return shortened
  })
}
