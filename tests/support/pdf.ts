import { getDocumentProxy, getMeta } from 'unpdf'

interface StructureNode {
  role?: string
  /** Leaves are parts of the content. */
  children?: readonly object[]
}

/** Reads a PDF back: its pages, its text in the order of its content, and the roles of its structure. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { info } = await getMeta(pdf)
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).filter((part) => part.trim() !== '')
  return {
    pages: pdf.numPages,
    title: info.Title as string,
    language: info.Language as string,
    text: text.join(' '),
    roles: listRoles(await page.getStructTree()),
  }
}

const listRoles = ({ role, children = [] }: StructureNode): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(listRoles),
]

/** Whether readers get this text instead of its glyphs, which are in another order. */
export function hasActualText(bytes: Uint8Array, text: string): boolean {
  const stored = Buffer.from(text, 'utf16le').swap16().toString('latin1').replaceAll('\t', '\\t')
  return Buffer.from(bytes).includes(stored, 0, 'latin1')
}
