import { act, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach } from 'vitest'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true

let shown: Root | undefined

/** What is shown no longer hears what the stores say: neither the next test's stores, nor those of another file. */
const leave = () => act(async () => shown?.unmount())
afterEach(leave)

/** Puts an island into the page, in place of the one before; gives its element and the way to show it changed. */
export async function mount(first: ReactNode) {
  await leave()
  const element = document.createElement('div')
  document.body.replaceChildren(element)
  const root = createRoot(element)
  shown = root
  const show = (node: ReactNode) => act(async () => root.render(node))
  await show(first)
  return { element, show }
}

/** Wakes an island that stands in the page as it was built; `early` happens before. Gives its element. */
export async function wake(node: ReactNode, early: (element: HTMLElement) => void): Promise<HTMLElement> {
  await leave()
  const element = document.createElement('div')
  element.innerHTML = renderToString(node)
  document.body.replaceChildren(element)
  early(element)
  await act(async () => {
    shown = hydrateRoot(element, node)
  })
  return element
}

/** Types as a person does: the field has the focus, and each change is told. */
export async function type(input: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
  await act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export const press = (element: HTMLElement | null): Promise<void> => act(async () => element?.click())

/** The button of a name, as it is read. */
export const buttonNamed = (element: Element, name: string): HTMLButtonElement | null =>
  [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? null
