import type PDFDocument from 'pdfkit'
import { isShaped, listFonts, measureRun, splitIntoRuns, type Weight } from './fonts.ts'
import type { Field, Label } from './labels.ts'

type Document = InstanceType<typeof PDFDocument>
export type Element = ReturnType<Document['struct']>
type ElementOptions = PDFKit.Mixins.StructureElementOptions

export const INK = '#1b2130'
export const SOFT = '#4a505e'
export const LINE = '#b4b2ab'

interface Style {
  size: number
  weight?: Weight
  color?: string
}
interface Box {
  x: number
  /** Baseline of the first line, from the top. */
  y: number
  width: number
  /** For numbers, whose digits then have one width. */
  align?: 'right'
}

const LINE_HEIGHT = 1.35
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

/** The current page of a document. Its texts are tagged for readers, its rules are not. Lengths are in points. */
export class BillPage {
  readonly #document: Document

  constructor(document: Document) {
    this.#document = document
    // pdfkit takes parsed fonts too.
    for (const [name, font] of listFonts()) document.registerFont(name, font as unknown as Buffer)
  }

  element(type: string, parent?: Element, options: { scope?: string } = {}): Element {
    const element = this.#document.struct(type, options as ElementOptions)
    if (parent) parent.add(element)
    else this.#document.addStructure(element)
    return element
  }

  /** Draws a text in as many lines as it needs, and returns the baseline of the line below it. */
  write(parent: Element, type: string, text: string, style: Style, box: Box): number {
    const lines = this.#wrap(text, style, box.width)
    const draw = () => {
      for (const [index, line] of lines.entries())
        this.#draw(line, style, box, box.y + index * style.size * LINE_HEIGHT)
    }
    parent.add(this.#document.struct(type, isShaped(text) ? { actual: text } : {}, [draw]))
    return box.y + lines.length * style.size * LINE_HEIGHT
  }

  /** The English label and the Nepali one below it. */
  label(parent: Element, { en, ne }: Label, style: Style, box: Box): number {
    const below = this.write(parent, 'Span', en, style, box)
    if (ne === null) return below
    const size = style.size - 1
    const element = this.#document.struct('Span', { lang: 'ne', actual: ne }, [
      () => this.#draw(ne, { ...style, size }, box, below),
    ])
    parent.add(element)
    return below + size * LINE_HEIGHT
  }

  /** Both labels and a value in one line. */
  inline(parent: Element, { en, ne }: Label, value: string, style: Style, box: Box): void {
    let x = box.x
    const add = (text: string, options: ElementOptions, one: Style) => {
      const left = x
      parent.add(this.#document.struct('Span', options, [() => this.#draw(text, one, { ...box, x: left }, box.y)]))
      x += this.measure(`${text}  `, one)
    }
    add(en, {}, style)
    if (ne !== null) add(ne, { lang: 'ne', actual: ne }, { ...style, size: style.size - 1, color: SOFT })
    if (value !== '') add(value, {}, style)
  }

  /** A small label with its value below it. */
  field(parent: Element, { label, value }: Field, style: Style, box: Box): number {
    const paragraph = this.element('P', parent)
    const y = this.label(paragraph, label, { size: 8.5, color: SOFT }, box)
    const below = value === '' ? y : this.write(paragraph, 'Span', value, style, { ...box, y: y + style.size - 7 })
    paragraph.end()
    return below
  }

  rule(x: number, y: number, width: number, height: number, color: string): void {
    this.artifact(() => this.#document.rect(x, y, width, height).fill(color))
  }

  /** A large grey word across the page, below its text. */
  stamp(text: string): void {
    const { width, height } = this.#document.page
    const size = 150
    this.artifact(() => {
      this.#document.save().rotate(-52, { origin: [width / 2, height / 2] })
      const left = width / 2 - this.measure(text, { size, weight: 600 }) / 2
      this.#draw(text, { size, weight: 600, color: '#efeeeb' }, { x: left, y: 0, width: 0 }, height / 2 + size / 3)
      this.#document.restore()
    })
  }

  artifact(draw: () => unknown): void {
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#document.endMarkedContent()
  }

  measure(text: string, { size, weight = 400 }: Style): number {
    return splitIntoRuns(text, weight).reduce((width, run) => width + measureRun(run, size), 0)
  }

  #draw(line: string, { size, weight = 400, color = INK }: Style, { x, width, align }: Box, y: number): void {
    const features = align === 'right' ? TABULAR : undefined
    const runs = splitIntoRuns(line, weight).map((run) => ({ ...run, width: measureRun(run, size, features) }))
    let left = align === 'right' ? x + width - runs.reduce((total, run) => total + run.width, 0) : x
    for (const run of runs) {
      this.#document
        .font(run.font, size)
        .fillColor(color)
        .text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic', ...(features && { features }) })
      left += run.width
    }
  }

  #wrap(text: string, style: Style, width: number): string[] {
    if (this.measure(text, style) <= width) return [text]
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/\s+/).flatMap((long) => this.#breakWord(long, style, width))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && this.measure(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  }

  /** Breaks a word that is longer than a line. */
  #breakWord(word: string, style: Style, width: number): string[] {
    if (this.measure(word, style) <= width) return [word]
    const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment)
    const parts: string[] = []
    let part = ''
    for (const letter of letters) {
      if (part !== '' && this.measure(part + letter, style) > width) {
        parts.push(part)
        part = letter
      } else part += letter
    }
    return [...parts, part]
  }
}
