/** Whether the HTML is valid as it is served, by html-validate's standard preset. */
import { HtmlValidate } from 'html-validate'
import { count, type Figure } from './figure.ts'
import type { Route } from './routes.ts'
import type { Site } from './site.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** What the preset calls wrong and is not ours to write, or better as it is. */
const ACCEPTED = [
  { message: /^<style> element is not permitted/, why: 'Astro sets the box of its islands beside each of them' },
  {
    message: /^autocomplete attribute cannot be used on <input type="(radio|checkbox)">/,
    why: 'keeps Firefox from ticking, after a reload, what the draft does not say',
  },
]

export async function markup(site: Site, route: Route): Promise<Figure[]> {
  const answer = await fetch(site.url + route.path)
  return [count('HTML', await faultsOf(await answer.text()))]
}

export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ message }) => !ACCEPTED.some((accepted) => accepted.message.test(message)))
    .map(({ ruleId, message, line }) => `${message} (${ruleId}, line ${line})`)
}
