import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { BusinessStats } from '#islands/admin/dashboard/BusinessStats.tsx'
import { HydratedButton } from '#islands/admin/HydratedButton.tsx'
import { DateField } from '#islands/admin/list/DateField.tsx'
import { Filters } from '#islands/admin/list/Filters.tsx'
import { SearchField } from '#islands/admin/list/SearchField.tsx'
import { SelectField } from '#islands/admin/list/SelectField.tsx'
import { ViewSwitch } from '#islands/admin/list/ViewSwitch.tsx'
import type { ScreenProps } from '#islands/admin/screens.ts'
import { $statsQuery } from '#stores/admin/dashboard/stats.ts'
import { wake } from '../booking/mount.ts'

const look = vi.fn()
const told = (name: string) => (value: string) => look(name, value)
const LIST = (
  <>
    <HydratedButton onClick={() => look('pressed', '')}>New</HydratedButton>
    <Filters count={0} search={<SearchField id="q" label="Search" placeholder="Name" value="" onChange={told('q')} />}>
      <SelectField id="plan" label="Plan" all="All" options={{ a: 'A', b: 'B' }} value="" onChange={told('plan')} />
      <ViewSwitch name="view" label="State" views={{ '': 'All', open: 'Open' }} value="" onChange={told('view')} />
      <DateField id="from" label="From" value="" onChange={told('from')} />
    </Filters>
  </>
)

const input = (page: Element, selector: string) => page.querySelector<HTMLInputElement>(selector)

test('what is typed and chosen before the page listens counts, and nothing that was left alone', async () => {
  look.mockClear()
  await wake(LIST, () => {})
  expect(look).not.toHaveBeenCalled()
  await wake(LIST, (page) => {
    for (const [selector, value] of Object.entries({ '#q': 'nisha', '#plan': 'b', '#from': '2026-12-10' }))
      Object.assign(input(page, selector) ?? {}, { value })
    Object.assign(input(page, '[value=open]') ?? {}, { checked: true })
  })
  expect(Object.fromEntries(look.mock.calls)).toEqual({ q: 'nisha', plan: 'b', view: 'open', from: '2026-12-10' })
})

test('so does the period of the dashboard', async () => {
  await wake(<BusinessStats locations={[]} methods={{}} />, (page) => {
    Object.assign(input(page, '[value="7d"]') ?? {}, { checked: true })
  })
  expect($statsQuery.get().span).toBe('7d')
})

test('a button of the static page can be pressed once somebody listens', async () => {
  look.mockClear()
  const buttons = (page: Element) => [...page.querySelectorAll('button')].map(({ disabled }) => disabled)
  let before: boolean[] = []
  const page = await wake(LIST, (page) => {
    before = buttons(page)
  })
  expect([before, buttons(page)]).toEqual([
    [true, true],
    [false, false],
  ])
  page.querySelector('button')?.click()
  expect(look.mock.calls).toEqual([['pressed', '']])
})

const SCREENS = import.meta.glob<{ default?: ComponentType<ScreenProps> }>('../../../src/islands/admin/*/*.tsx', {
  eager: true,
})
const PROPS = { brand: 'B', methods: {}, locations: {}, plans: {}, bookable: { locations: [], plans: [] }, addOns: [] }

test.each(
  Object.entries(SCREENS).flatMap(([path, { default: Screen }]) =>
    Screen && /\/(?!CommandPalette|Join)[A-Z]\w+\.tsx$/.test(path) ? [[path.split('/').at(-1), Screen] as const] : [],
  ),
)('%s as it is built has no button that nothing hears, and no form that Enter sends', (_, Screen) => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Screen {...PROPS} />)
  const dead = [...page.querySelectorAll('button:not([popovertarget])')].filter(
    (button) => !button.matches(':disabled'),
  )
  expect(dead.map(({ textContent }) => textContent)).toEqual([])
  expect([...page.querySelectorAll('form:not([method=dialog])')]).toEqual([])
})
