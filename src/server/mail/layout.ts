import { getBrand } from '../catalogue.ts'
import type { EmailBlock, EmailContent, EmailLink } from './content.ts'

const TEXT_FOOTER = '\n\n-- \n'
const HTML_FOOTER = '<p class="quiet line"'
const STOP_LABEL = 'Stop reminders'

export function renderText(email: EmailContent): string {
  const body = [...email.blocks.map(renderTextBlock), ...(email.link ? [renderTextLink(email.link)] : [])]
  const stop = email.stopLink === undefined ? [] : [renderTextLink({ label: STOP_LABEL, href: email.stopLink })]
  return `${body.join('\n\n')}${TEXT_FOOTER}${[email.reason, ...stop, ...listSender()].join('\n')}\n`
}

/** Names the attachments above the footer of a rendered email, because they are chosen when it is sent. */
export const nameAttachmentsInText = (text: string, names: readonly string[]): string =>
  insertBefore(text, TEXT_FOOTER, `\n\n${describeAttachments(names)}`)

export const nameAttachmentsInHtml = (html: string, names: readonly string[]): string =>
  insertBefore(html, HTML_FOOTER, `${renderHtmlBlock({ kind: 'paragraph', text: describeAttachments(names) })}\n`)

const describeAttachments = (names: readonly string[]): string => `Attached: ${names.join(', ')}`

/** At the last place, as the blocks above the footer contain texts of customers and staff. */
function insertBefore(text: string, footer: string, inserted: string): string {
  const at = text.lastIndexOf(footer)
  return `${text.slice(0, at)}${inserted}${text.slice(at)}`
}

function renderTextBlock(block: EmailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'list':
      return block.items.map((item) => `- ${typeof item === 'string' ? item : renderTextLink(item)}`).join('\n')
    case 'button':
      return renderTextLink(block)
  }
}

const renderTextLink = ({ label, href }: EmailLink): string => `${label}:\n${href}`

/** Styles are inline because some readers remove `<style>`, which adds the dark scheme and narrow windows. */
export function renderHtml(email: EmailContent): string {
  const isPrimary = email.blocks.every(({ kind }) => kind !== 'button')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(email.subject)}</title>
<style>${STYLE_SHEET}</style>
</head>
<body class="paper" bgcolor="${PAPER}" style="margin:0;padding:0;background:${PAPER}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" bgcolor="${PAPER}"><tr><td align="center" class="outer" style="padding:32px 24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td align="left" class="ink" style="${TEXT}">
<p class="ink ledge" style="margin:0;padding:0 0 12px;border-bottom:3px solid ${INK};font-size:20px;font-weight:700;line-height:1.3;color:${INK}">${escapeHtml(getBrand().name)}</p>
<h1 class="ink" style="margin:28px 0 20px;font-size:26px;font-weight:700;line-height:1.2;color:${INK}">${escapeHtml(email.subject)}</h1>
${[...email.blocks.map(renderHtmlBlock), ...(email.link ? [renderHtmlLink(email.link, isPrimary)] : [])].join('\n')}
${HTML_FOOTER} style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};font-size:14px;line-height:1.55;color:${QUIET}">${escapeHtml(email.reason)}${email.stopLink === undefined ? '' : ` <a href="${escapeHtml(email.stopLink)}" class="quiet" style="color:${QUIET};text-decoration:underline">${STOP_LABEL}</a>`}</p>
<p class="quiet" style="margin:8px 0 0;font-size:14px;line-height:1.55;color:${QUIET}">${listSender().map(escapeHtml).join('<br>')}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function renderHtmlBlock(block: EmailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${breakLines(block.text)}</p>`
    case 'note':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="note" bgcolor="${WASH}" style="padding:12px 16px;border-left:6px solid ${MARIGOLD};background:${WASH};${TEXT}">${breakLines(block.text)}</td></tr></table>`
    case 'facts':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="margin:4px 0 20px;border-top:1px solid ${LINE}">${block.facts.map(renderFact).join('')}</table>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${block.items.map((item) => `<li style="margin:0 0 6px">${typeof item === 'string' ? escapeHtml(item) : renderHtmlAnchor(item)}</li>`).join('')}</ul>`
    case 'button':
      return renderHtmlLink(block, true)
  }
}

// Labels do not break inside a word: their column grows instead.
const renderFact = ([label, value]: readonly [string, string]): string =>
  `<tr><th scope="row" align="left" valign="top" width="30%" class="quiet line" style="padding:9px 12px 9px 0;border-bottom:1px solid ${LINE};font-size:15px;font-weight:400;line-height:1.45;word-break:normal;color:${QUIET}">${escapeHtml(label)}</th><td valign="top" class="ink line" style="padding:9px 0;word-break:break-word;border-bottom:1px solid ${LINE};font-size:16px;font-weight:600;line-height:1.45;color:${INK}">${breakLines(value)}</td></tr>`

const renderHtmlLink = ({ label, href }: EmailLink, isPrimary: boolean): string =>
  isPrimary
    ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td class="button" bgcolor="${BRICK}" style="border-bottom:3px solid ${BRICK_EDGE};border-radius:3px;background:${BRICK}"><a href="${escapeHtml(href)}" class="on-brick" style="display:inline-block;padding:14px 24px;font-size:17px;font-weight:600;line-height:1.3;color:${ON_BRICK};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
    : `<p style="margin:0 0 16px">${renderHtmlAnchor({ label, href })}</p>`

const renderHtmlAnchor = ({ label, href }: EmailLink): string =>
  `<a href="${escapeHtml(href)}" class="ink" style="color:${INK};text-decoration:underline">${escapeHtml(label)}</a>`

/** Name and contact details of the business, one line each. */
function listSender(): string[] {
  const { name, address, phone, email, registration } = getBrand()
  return [`${name}, ${address}`, `${phone}, ${email}`, `PAN ${registration.pan}`]
}

const breakLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

// The colours of `src/styles/tokens.css` in notation that email readers know.
const PAPER = '#f9f6f1'
const INK = '#181f2e'
const QUIET = '#675f56'
const LINE = '#dbd5cc'
const BRICK = '#a94228'
const BRICK_EDGE = '#8d321e'
const ON_BRICK = '#fefcf7'
const MARIGOLD = '#f7b03c'
const WASH = '#fdeece'
const TEXT = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;word-break:break-word;color:${INK}`

const STYLE_SHEET = `:root{color-scheme:light dark}
@media (max-width:480px){.outer{padding:20px 16px !important}}
@media (prefers-color-scheme:dark){
.paper{background:#10151f !important}
.ink{color:#f1eee7 !important}
.quiet{color:#a6a198 !important}
.line{border-color:#2c323d !important}
.ledge{border-color:#c3bdb1 !important}
.button{background:#af492d !important;border-color:#973a24 !important}
.note{background:#31291b !important;border-color:#f6b54d !important;color:#f1eee7 !important}
}`
