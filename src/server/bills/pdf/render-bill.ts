import { setImmediate } from 'node:timers/promises'
import type { BillDocument, CopyMark } from '#domain/bill.ts'
import {
  type Field,
  getBuyer,
  getSellerPan,
  getTotal,
  getWords,
  listBuyerFields,
  listColumns,
  listFacts,
  listSignatures,
  listTaxes,
} from './labels.ts'
import { BillPage, type Element, INK, LINE, SOFT } from './page.ts'

const LEFT = 50
const WIDTH = 495
/** Between columns. */
const GAP = 10
const TEXT = { size: 9.5 }
const SMALL = { size: 8.5, color: SOFT }
/** Where the signatures are, unless the lines of the bill reach further. */
const FOOT = 745

/** One A4 page, tagged for assistive technology. */
export const renderBill = (bill: BillDocument, mark: CopyMark): Promise<Uint8Array> =>
  renderPages(
    {
      Title: `${bill.heading.en} ${bill.number}`,
      Author: bill.seller.name,
      CreationDate: new Date(bill.issuedAt),
    },
    [bill],
    mark,
  )

/** A page for each bill, in one file. `printedAt` is in milliseconds. */
export const renderBills = (title: string, bills: readonly BillDocument[], printedAt: number): Promise<Uint8Array> =>
  renderPages({ Title: title, CreationDate: new Date(printedAt) }, bills, 'Copy of Original')

async function renderPages(
  info: PDFKit.DocumentInfo,
  bills: readonly BillDocument[],
  mark: CopyMark,
): Promise<Uint8Array> {
  // Loaded with the first bill, because few processes print any.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    pdfVersion: '1.7',
    // The types do not have it yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info,
    // Not the default font, which is not embedded.
    font: null as unknown as string,
  })
  const chunks: Uint8Array[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const page = new BillPage(pdf)
  for (const [index, bill] of bills.entries()) {
    if (index > 0) {
      // Other requests are served between two pages.
      await setImmediate()
      pdf.addPage()
    }
    draw(page, bill, mark)
  }
  pdf.end()
  return done
}

function draw(page: BillPage, bill: BillDocument, mark: CopyMark): void {
  if (bill.isSample) page.stamp('SAMPLE')
  const root = page.element('Document')
  const ledge = drawHead(page, root, bill, mark)
  drawLedge(page, ledge)
  const table = drawParties(page, root, bill, ledge + 38) + 16
  const totals = drawLines(page, root, bill, table) + 18
  const foot = drawTotals(page, root, bill, totals) + 40
  drawSignatures(page, root, listSignatures(bill), Math.max(foot, FOOT))
  root.end()
}

/** Returns where the rule below it is. */
function drawHead(page: BillPage, root: Element, bill: BillDocument, mark: CopyMark): number {
  const { heading, seller, isSample } = bill
  const right = { x: LEFT + 300, width: WIDTH - 300, align: 'right' } as const
  let y = page.write(root, 'H1', heading.en, { size: 24, weight: 600 }, { ...right, y: 70 }) - 12
  if (heading.ne !== null) y = page.write(root, 'P', heading.ne, { size: 14 }, { ...right, y: y + 2 })
  y = page.write(root, 'P', mark, { size: 9.5, weight: 600 }, { ...right, y: y + 2 })
  if (isSample) y = page.write(root, 'P', 'SAMPLE, not a valid bill', TEXT, { ...right, y })
  const left = { x: LEFT, width: 280 }
  let below = page.write(root, 'P', seller.name, { size: 15, weight: 600 }, { ...left, y: 68 })
  below = page.write(root, 'P', seller.address, TEXT, { ...left, y: below - 4 })
  below = page.write(root, 'P', `Location: ${seller.outlet}`, TEXT, { ...left, y: below })
  const { label, value } = getSellerPan(bill)
  const pan = page.element('P', root)
  page.inline(pan, label, value, TEXT, { ...left, y: below })
  pan.end()
  return Math.max(y, below + 13) + 4
}

/** A rule with steps below its start. */
function drawLedge(page: BillPage, y: number): void {
  page.rule(LEFT, y, WIDTH, 2.25, INK)
  for (const [index, width] of [28, 21, 14, 7].entries()) page.rule(LEFT, y, width, 5.75 + index * 3.5, INK)
}

function drawParties(page: BillPage, root: Element, bill: BillDocument, top: number): number {
  const buyer = page.element('Sect', root)
  const column = { x: LEFT, width: 205 }
  let left = page.field(buyer, getBuyer(bill), { size: 12 }, { ...column, y: top })
  for (const field of listBuyerFields(bill)) {
    left = page.field(buyer, field, TEXT, { ...column, y: left + 8 })
    if (field.value !== '') continue
    left += 14
    page.rule(LEFT, left, column.width, 0.5, LINE)
    left += 12
  }
  buyer.end()
  const facts = page.element('Sect', root)
  let right = top
  for (const field of listFacts(bill)) {
    right = drawFact(page, facts, field, right)
  }
  facts.end()
  return Math.max(left, right)
}

/** A label and its value side by side, with a rule below. Returns the baseline of the next one. */
function drawFact(page: BillPage, parent: Element, { label, value }: Field, y: number): number {
  const [x, width] = [LEFT + 230, WIDTH - 230]
  const paragraph = page.element('P', parent)
  const below = page.label(paragraph, label, SMALL, { x, y, width: 105 })
  const end = page.write(paragraph, 'Span', value, TEXT, { x: x + 105, y, width: width - 105, align: 'right' })
  paragraph.end()
  const line = Math.max(below, end) - 6
  page.rule(x, line, width, 0.5, LINE)
  return line + 13
}

function drawLines(page: BillPage, root: Element, bill: BillDocument, top: number): number {
  const listed = listColumns(bill)
  const rest = WIDTH - listed.reduce((total, { width }) => total + (width ?? 0), 0)
  let x = LEFT
  const columns = listed.map((column) => {
    const width = column.width ?? rest
    const isLast = x + width === LEFT + WIDTH
    const box = { x, width: isLast ? width : width - GAP, ...(column.isNumber && { align: 'right' as const }) }
    x += width
    return { ...column, box }
  })
  const table = page.element('Table', root)
  const head = page.element('TR', table)
  let y = top
  for (const { label, box } of columns) {
    const cell = page.element('TH', head, { scope: 'Column' })
    y = Math.max(y, page.label(cell, label, { size: 8.5, weight: 600 }, { ...box, y: top }))
    cell.end()
  }
  head.end()
  y -= 6
  page.rule(LEFT, y, WIDTH, 1.5, INK)
  for (const [index, line] of bill.lines.entries()) {
    const row = page.element('TR', table)
    const baseline = y + 16
    for (const { read, box } of columns)
      y = Math.max(y, page.write(row, 'TD', read(line, index), TEXT, { ...box, y: baseline }))
    row.end()
    y -= 5
    page.rule(LEFT, y, WIDTH, 0.5, LINE)
  }
  table.end()
  return y
}

/** The amount in words at the left, and the taxes and the total at the right. */
function drawTotals(page: BillPage, root: Element, bill: BillDocument, top: number): number {
  const words = page.field(root, getWords(bill), TEXT, { x: LEFT, y: top, width: 205 })
  const [x, width] = [LEFT + 230, WIDTH - 230]
  let y = top
  for (const { label, value } of listTaxes(bill)) {
    const paragraph = page.element('P', root)
    page.inline(paragraph, label, '', { ...TEXT, color: SOFT }, { x, y, width })
    page.write(paragraph, 'Span', value, TEXT, { x, y, width, align: 'right' })
    paragraph.end()
    page.rule(x, y + 6, width, 0.5, LINE)
    y += 20
  }
  const { label, value } = getTotal(bill)
  const total = page.element('P', root)
  page.inline(total, label, '', { size: 11, weight: 600 }, { x, y: y + 8, width })
  page.write(total, 'Span', `NPR ${value}`, { size: 15, weight: 600 }, { x, y: y + 8, width, align: 'right' })
  total.end()
  page.rule(x, y + 16, width, 4.5, INK)
  return Math.max(words, y + 20)
}

function drawSignatures(page: BillPage, root: Element, fields: readonly Field[], y: number): void {
  const gap = 24
  const width = (WIDTH - 2 * gap) / 3
  for (const [index, field] of fields.entries()) {
    const x = LEFT + index * (width + gap)
    page.rule(x, y - 14, width, 0.75, INK)
    page.field(root, field, { size: 8.5 }, { x, y, width })
  }
}
