import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { BusinessStats } from '#islands/admin/dashboard/BusinessStats.tsx'
import { HydratedButton } from '#islands/admin/HydratedButton.tsx'
import { Filters } from '#islands/admin/list/Filters.tsx'
import { DateFilter, SearchFilter, SelectFilter, ViewSwitch } from '#islands/admin/list/fields.tsx'
import { Navigation } from '#islands/admin/Navigation.tsx'
import type { ScreenPath, ScreenProps } from '#islands/admin/screens.ts'
import { $statsQuery } from '#stores/admin/dashboard/stats.ts'
import { SELLER } from '../../support/seller.ts'
import { hydrate } from '../booking/mount.ts'

const change = vi.fn()
const changeOf = (name: string) => (value: string) => change(name, value)
const LIST = (
  <>
    <HydratedButton onClick={() => change('clicked', '')}>New</HydratedButton>
    <Filters
      count={0}
      search={<SearchFilter id="q" label="Search" placeholder="Name" value="" onChange={changeOf('q')} />}
    >
      <SelectFilter
        id="plan"
        label="Plan"
        all="All"
        options={{ a: 'A', b: 'B' }}
        value=""
        onChange={changeOf('plan')}
      />
      <ViewSwitch id="view" label="State" views={{ '': 'All', open: 'Open' }} value="" onChange={changeOf('view')} />
      <DateFilter id="from" label="From" value="" onChange={changeOf('from')} />
    </Filters>
  </>
)

const input = (page: Element, selector: string) => page.querySelector<HTMLInputElement>(selector)

test('controls report what was typed and chosen before hydration, and nothing else', async () => {
  change.mockClear()
  await hydrate(LIST, () => {})
  expect(change).not.toHaveBeenCalled()
  await hydrate(LIST, (page) => {
    for (const [selector, value] of Object.entries({ '#q': 'nisha', '#plan': 'b', '#from': '2026-12-10' }))
      Object.assign(input(page, selector) ?? {}, { value })
    Object.assign(input(page, '[value=open]') ?? {}, { checked: true })
  })
  expect(Object.fromEntries(change.mock.calls)).toEqual({ q: 'nisha', plan: 'b', view: 'open', from: '2026-12-10' })
})

test('the built page links to the screens of the front desk', () => {
  const html = renderToString(<Navigation path="/admin" brand="Chautari" />)
  for (const path of ['/admin', '/admin/bookings', '/admin/memberships', '/admin/payments'])
    expect(html).toContain(`href="${path}"`)
  expect(html).not.toContain('href="/admin/people"')
})

test('More is current on a screen that has no tab', () => {
  const hasCurrentMore = (path: ScreenPath) =>
    /<button[^>]*aria-current="true"[^>]*popoverTarget="admin-more"/i.test(
      renderToString(<Navigation path={path} brand="Chautari" />),
    )
  expect((['/admin', '/admin/bookings', '/admin/memberships', '/admin/account'] as const).map(hasCurrentMore)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('the dashboard applies the period chosen before hydration', async () => {
  await hydrate(<BusinessStats locations={[]} methods={{}} />, (page) => {
    Object.assign(input(page, '[value="7d"]') ?? {}, { checked: true })
  })
  expect($statsQuery.get().span).toBe('7d')
})

test('buttons are disabled until hydration', async () => {
  change.mockClear()
  const buttons = (page: Element) => [...page.querySelectorAll('button')].map(({ disabled }) => disabled)
  let before: boolean[] = []
  const page = await hydrate(LIST, (page) => {
    before = buttons(page)
  })
  expect([before, buttons(page)]).toEqual([
    [true, true],
    [false, false],
  ])
  page.querySelector('button')?.click()
  expect(change.mock.calls).toEqual([['clicked', '']])
})

const SCREENS = import.meta.glob<{ default?: ComponentType<ScreenProps> }>('../../../src/islands/admin/*/*.tsx', {
  eager: true,
})
const PROPS = {
  brand: 'B',
  seller: SELLER,
  methods: {},
  locations: {},
  plans: {},
  bookable: { locations: [], plans: [] },
  addOns: [],
  fiscalYears: [],
}

test.each(
  Object.entries(SCREENS).flatMap(([path, { default: Screen }]) =>
    Screen && /\/(?!CommandPalette|Join)[A-Z]\w+\.tsx$/.test(path) ? [[path.split('/').at(-1), Screen] as const] : [],
  ),
)('%s renders no enabled button and no submitting form on the server', (_, Screen) => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Screen {...PROPS} />)
  const enabled = [...page.querySelectorAll('button:not([popovertarget])')].filter(
    (button) => !button.matches(':disabled'),
  )
  expect(enabled.map(({ textContent }) => textContent)).toEqual([])
  expect([...page.querySelectorAll('form:not([method=dialog])')]).toEqual([])
})
