import { FAILURES, type Failure, formatFailure } from '#contract/failure.ts'
import { formatErrorHeading } from '#contract/validation-messages.ts'
import { pageHeaders } from './headers.ts'

type Texts = Readonly<Record<string, string>>

/** The page of a form that was sent without a script and rejected, with what was typed and the errors. */
export function formPageResponse(path: string, page: string, values: Texts, failure: Failure): Response {
  const { fields = {} } = failure
  // The newsletter in the footer has a field of the same name.
  const body = page.replace(/<main[\s\S]*<\/main>/, (main) => fillForm(main, values, fields, formatFailure(failure)))
  // The listener adds the headers of the transport.
  const headers = { ...pageHeaders(path, ''), 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' }
  return new Response(body, { status: FAILURES[failure.code].status, headers })
}

function fillForm(form: string, values: Texts, fields: Texts, message: string): string {
  const problems = Object.entries(fields)
  const shown = problems.filter(([name]) => form.includes(` id="${name}-error"`))
  const isComplete = shown.length > 0 && shown.length === problems.length
  const heading = isComplete ? formatErrorHeading(shown.length) : `Not sent. ${message}`
  const links = shown.map(([name, problem]) => `<li><a href="#${name}">${escapeHtml(problem)}</a></li>`).join('')
  const mark = (name: string) => (Object.hasOwn(fields, name) ? ' aria-invalid="true"' : '')
  const value = (name: string) => escapeHtml(Object.hasOwn(values, name) ? (values[name] ?? '') : '')
  return form
    .replace(/<p class="note [\s\S]*?<\/p>/, '')
    .replace(/<input [^>]*\bname="(\w+)"/g, (tag, name) => `${tag} value="${value(name)}"${mark(name)}`)
    .replace(/(<textarea [^>]*\bname="(\w+)"[^>]*)>/g, (_, tag, name) => `${tag}${mark(name)}>\n${value(name)}`)
    .replace(/<select [^>]*\bname="(\w+)"[\s\S]*?<\/select>/g, (select, name) =>
      select.replace('<select', `<select${mark(name)}`).replace(`<option value="${value(name)}"`, '$& selected'),
    )
    .replace(/<div class="field">(?=\s*<label for="(\w+)")/g, (tag, name) =>
      mark(name) ? '<div class="field field-bad">' : tag,
    )
    .replace(/( id="(\w+)-error") hidden>([\s\S]*?<span>)/g, (all, id, name, icon) =>
      mark(name) ? `${id}>${icon}${escapeHtml(fields[name] ?? '')}` : all,
    )
    .replace(
      /( tabindex="-1") hidden>([\s\S]*?<b [^>]*>)([\s\S]*?<ul[^>]*>)/,
      (_, focusable, icon, list) => `${focusable} autofocus>${icon}${escapeHtml(heading)}${list}${links}`,
    )
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
