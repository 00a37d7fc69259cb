/** Milliseconds after the first frame: a photograph may take another to be drawn. */
const DELAY_MS = 200
const DEFERRED_TAGS = /<script type="module" src="([^"]+)"><\/script>|<link rel="manifest" href="([^"]+)">/g
/**
 * What a few ask for comes when its place in the page is touched; pressed before that, it is pressed again once it is
 * there.
 */
const LAUNCHER = '/_astro/Launcher.'
const loadOnInteraction = (address: string): string =>
  `{let a=document.querySelector(".launcher"),g=()=>import(${JSON.stringify(address)});a.onpointerenter=a.onfocus=g;a.onclick=e=>{e.metaKey||e.ctrlKey||e.shiftKey||(e.preventDefault(),g().then(()=>{a.onclick=null;a.click()},()=>location=a.href))}}`
const linkManifest = (manifest: string): string =>
  `document.head.append(Object.assign(document.createElement("link"),{rel:"manifest",href:${JSON.stringify(manifest)}}))`

/**
 * A page whose one script asks for the scripts in files, and names the manifest, after the first frame. They improve a
 * page that works without them; asked for beside the letters and the first photograph they take their share of a slow
 * line.
 */
export function deferScripts(html: string): string {
  const touched: string[] = []
  const late: string[] = []
  const rest = html.replace(DEFERRED_TAGS, (_, script: string, manifest: string) => {
    if (manifest) late.push(linkManifest(manifest))
    else if (script.startsWith(LAUNCHER)) touched.push(loadOnInteraction(script))
    else late.push(`import(${JSON.stringify(script)})`)
    return ''
  })
  if (late.length + touched.length === 0) return html
  const script = `${touched.join('')}addEventListener("load",()=>requestAnimationFrame(()=>setTimeout(()=>{${late.join(';')}},${DELAY_MS})))`
  return rest.replace('</body>', () => `<script>${script}</script></body>`)
}

/**
 * Icons bring the names that they have in their library, each page up to thirty of them, which nothing asks for. What
 * stands in an island stays: it must be what the island draws itself.
 */
export const stripIconNames = (html: string): string =>
  html.replace(/<astro-island[\s\S]*?<\/astro-island>|<svg [^>]*class="lucide [^>]*>/g, (part) =>
    part.startsWith('<astro-island')
      ? part
      : part.replace(/class="lucide lucide-[\w-]+ ?/, 'class="').replaceAll(/(data-astro-cid-\w+)="true"/g, '$1'),
  )

/** The marks by which a component's styles find its own elements, short: they stand on every element of a page. */
export function shortenScopeAttributes(html: string): string {
  const short = new Map<string, string>()
  return html.replace(/data-astro-cid-\w+/g, (mark) => {
    const known = short.get(mark) ?? `data-${short.size.toString(36)}`
    short.set(mark, known)
    return known
  })
}
