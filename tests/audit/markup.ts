/** Validates the served HTML with html-validate's standard preset. */
import { HtmlValidate } from 'html-validate'
import { count } from './measurement.ts'
import type { Route } from './routes.ts'
import type { Site } from './site.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** Findings of the preset that are accepted. */
const ACCEPTED = [
  // Astro sets the box of its islands beside each of them.
  /^<style> element is not permitted/,
  // Prevents Firefox from checking, after a reload, what is not in the draft.
  /^autocomplete attribute cannot be used on <input type="(radio|checkbox)">/,
]

export async function markup(site: Site, route: Route) {
  const response = await fetch(site.url + route.path)
  const { results } = await validator.validateString(await response.text())
  const faults = results
    .flatMap(({ messages }) => messages)
    .filter(({ message }) => !ACCEPTED.some((accepted) => accepted.test(message)))
  return [
    count(
      'HTML',
      faults.map(({ ruleId, message, line }) => `${message} (${ruleId}, line ${line})`),
    ),
  ]
}
