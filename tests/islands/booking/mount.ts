import { act, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach } from 'vitest'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true

let mountedRoot: Root | undefined

/** Unmounts the island, so that stores of the next test do not render it. */
const unmount = () => act(async () => mountedRoot?.unmount())
afterEach(unmount)

/** Mounts an island in place of the one before; returns its element and a function that renders it again. */
export async function mount(first: ReactNode) {
  await unmount()
  const element = document.createElement('div')
  document.body.replaceChildren(element)
  const root = createRoot(element)
  mountedRoot = root
  const show = (node: ReactNode) => act(async () => root.render(node))
  await show(first)
  return { element, show }
}

/** Hydrates a server-rendered island after `beforeHydration` has run; returns its element. */
export async function hydrate(node: ReactNode, beforeHydration: (element: HTMLElement) => void): Promise<HTMLElement> {
  await unmount()
  const element = document.createElement('div')
  element.innerHTML = renderToString(node)
  document.body.replaceChildren(element)
  beforeHydration(element)
  await act(async () => {
    mountedRoot = hydrateRoot(element, node)
  })
  return element
}

/** Focuses the field and types a value. */
export async function type(input: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
  await act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export const click = (element: HTMLElement | null): Promise<void> => act(async () => element?.click())

/** Returns the first field that matches, or throws. */
export function getField(element: Element, selector = 'input'): HTMLInputElement {
  const field = element.querySelector<HTMLInputElement>(selector)
  if (!field) throw new Error(`no field ${selector}`)
  return field
}

export const textsOf = (element: Element, selector: string): string[] =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent)

export const findButton = (element: Element, name: string): HTMLButtonElement | null =>
  [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? null
