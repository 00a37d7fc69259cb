import type { Page } from '@playwright/test'

export interface State {
  name: string
  path: string
  staff?: true
  /** The only width, for a state that exists in one layout. */
  width?: number
  reach?: ((page: Page) => Promise<unknown>) | undefined
}

/** Tuesday 1 December 2026, 10:00 in Kathmandu: the current time of the server and the browser. */
export const NOW = Date.parse('2026-12-01T04:15:00Z')

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const click = (page: Page, name: string | RegExp) => button(page, name).first().click()
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
export const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).first().check()

export const clicks = (name: string | RegExp) => (page: Page) => click(page, name)
