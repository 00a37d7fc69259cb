/** Milliseconds after the load event, or the opening of a prerendered page: its photograph may still be drawn. */
const DELAY_MS = 200
const DEFERRED_TAGS = /<script type="module" src="([^"]+)"><\/script>|<link rel="manifest" href="([^"]+)">/g
/** Loads when its element is first used; a click before that is repeated once it is loaded. */
const LAUNCHER = '/_astro/Launcher.'
const loadOnInteraction = (address: string): string =>
  `{let a=document.querySelector(".launcher"),g=()=>import(${JSON.stringify(address)});a.onpointerenter=a.onfocus=g;a.onclick=e=>{e.metaKey||e.ctrlKey||e.shiftKey||(e.preventDefault(),g().then(()=>{a.onclick=null;a.click()},()=>location=a.href))}}`
/** Loads only with a fragment that it reads. */
const VISIT_DAYS = '/_astro/VisitDays.'
const linkManifest = (manifest: string): string =>
  `document.head.append(Object.assign(document.createElement("link"),{rel:"manifest",href:${JSON.stringify(manifest)}}))`

const STYLE = /<style>([\s\S]*?)<\/style>/g
/** Without imports, so that it can be part of a classic script. */
const INLINE_MODULE = /<script type="module">((?:(?!<\/script>|\bimport\b|\bawait\b)[\s\S])+)<\/script>/g

/** Joins the style elements of the head, because the policy has a hash of each and hashes do not compress. */
export const mergeStyles = (html: string): string =>
  html.replace(/<head>[\s\S]*<\/head>/, (head) => {
    const styles = Array.from(head.matchAll(STYLE), ([, css = '']) => css)
    if (styles.length === 0) return head
    return head.replaceAll(STYLE, '').replace('</head>', () => `<style>${styles.join('')}</style></head>`)
  })

/**
 * Replaces a page's scripts by one that loads them, and the manifest, after the page is drawn. They would otherwise
 * compete with fonts and the first photograph on a slow connection. A prerendered page loads them when it is opened, so
 * that it calls no API before. Inline modules join the script, because each one that the page contains costs a hash.
 */
export function deferScripts(html: string): string {
  const onInteraction: string[] = []
  const afterLoad: string[] = []
  const rest = html.replace(DEFERRED_TAGS, (_, script: string, manifest: string) => {
    if (manifest) afterLoad.push(linkManifest(manifest))
    else if (script.startsWith(LAUNCHER)) onInteraction.push(loadOnInteraction(script))
    else if (script.startsWith(VISIT_DAYS))
      afterLoad.push(`/^#visit/.test(location.hash)&&import(${JSON.stringify(script)})`)
    else afterLoad.push(`import(${JSON.stringify(script)})`)
    return ''
  })
  if (afterLoad.length + onInteraction.length === 0) return html
  const immediate: string[] = []
  const withoutModules = rest.replace(INLINE_MODULE, (_, code: string) => {
    immediate.push(`(()=>{${code}})();`)
    return ''
  })
  const script = `${immediate.join('')}${onInteraction.join('')}onload=()=>{let l=()=>setTimeout(()=>{${afterLoad.join(';')}},${DELAY_MS});document.prerendering?document.onprerenderingchange=l:l()}`
  return withoutModules.replace('</body>', () => `<script>${script}</script></body>`)
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
