import { sha256 } from './policy.ts'

/** Milliseconds after the first frame: a photograph may take another to be drawn. */
const PAUSE = 200
const SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g
const MANIFEST = /<link rel="manifest" href="([^"]+)">/g

/**
 * A page whose one script asks for the scripts in files, and names the manifest, after the first frame. They improve a
 * page that works without them; asked for beside the letters and the first photograph they take their share of a slow
 * line.
 */
export function withLateScripts(html: string): string {
  const late = [
    ...[...html.matchAll(SCRIPT)].map(([, address]) => `import(${JSON.stringify(address)})`),
    ...[...html.matchAll(MANIFEST)].map(
      ([, address]) =>
        `document.head.append(Object.assign(document.createElement("link"),{rel:"manifest",href:${JSON.stringify(address)}}))`,
    ),
  ]
  if (late.length === 0) return html
  const script = `addEventListener("load",()=>requestAnimationFrame(()=>setTimeout(()=>{${late.join(';')}},${PAUSE})))`
  return html
    .replace(SCRIPT, '')
    .replace(MANIFEST, '')
    .replace(/(<meta http-equiv="content-security-policy"[^>]* script-src 'self')/, `$1 '${sha256(script)}'`)
    .replace('</body>', () => `<script>${script}</script></body>`)
}

/**
 * Icons bring the names that they have in their library, each page up to thirty of them, which nothing asks for. What
 * stands in an island stays: it must be what the island draws itself.
 */
export const withNamelessIcons = (html: string): string =>
  html.replace(/<astro-island[\s\S]*?<\/astro-island>|<svg [^>]*class="lucide [^>]*>/g, (part) =>
    part.startsWith('<astro-island')
      ? part
      : part.replace(/class="lucide lucide-[\w-]+ ?/, 'class="').replaceAll(/(data-astro-cid-\w+)="true"/g, '$1'),
  )
