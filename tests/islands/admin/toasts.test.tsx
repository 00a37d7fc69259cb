import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '#islands/admin/Toasts.tsx'
import { $toasts } from '#stores/admin/toasts.ts'
import { row } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

beforeEach(() => $toasts.set([]))

const setToasts = (...ids: string[]) =>
  act(async () => $toasts.set(ids.map((id) => ({ id, event: { kind: 'booking_new', booking: row(1) } }))))
const setTop = (element: Element | null, top: number) => {
  if (element) element.getBoundingClientRect = () => new DOMRect(1_000, top, 400, 80)
}

async function mountToasts() {
  const { element } = await mount(
    <>
      <button type="button">Undo</button>
      <dialog open>
        <button type="button">Send</button>
      </dialog>
      <Toasts />
    </>,
  )
  const region = element.querySelector('[role=status]')
  const undo = element.querySelector('button')
  setTop(region, 700)
  return { region, undo, isAside: () => region?.hasAttribute('data-aside') }
}

test('toasts move aside from the focused control until they are gone', async () => {
  const { undo, isAside } = await mountToasts()
  setTop(undo, 740)
  await setToasts('a')
  expect(isAside()).toBe(false)
  await act(async () => undo?.focus())
  expect(isAside()).toBe(true)
  await setToasts()
  expect(isAside()).toBe(false)
  await setToasts('b')
  expect(isAside()).toBe(true)
})

test('toasts stay when the focus is in a dialog, which is above them', async () => {
  const { isAside } = await mountToasts()
  const send = document.querySelector<HTMLElement>('dialog button')
  setTop(send, 740)
  await act(async () => send?.focus())
  await setToasts('a')
  expect([document.activeElement, isAside()]).toEqual([send, false])
})

test('toasts stay while the focus is elsewhere, and only a new one is announced', async () => {
  const { region, undo, isAside } = await mountToasts()
  setTop(undo, 100)
  await act(async () => undo?.focus())
  await setToasts('a')
  expect(isAside()).toBe(false)
  expect(region?.getAttribute('aria-atomic')).toBe('false')
})

test.each([
  [false, 'Failed: Nisha Karki'],
  [true, 'Unknown result: Nisha Karki'],
])('a failed action shows its customer and links to it: outcome unknown %s', async (isOutcomeUnknown, title) => {
  const { region } = await mountToasts()
  const failedAction = { name: 'Nisha Karki', problem: 'Noted as 7.', href: '/admin/payments?open=a', isOutcomeUnknown }
  await act(async () => $toasts.set([{ id: 'a', failedAction }]))
  expect(region?.textContent).toContain(`${title} Noted as 7.`)
  expect(region?.querySelector('a')?.getAttribute('href')).toBe(failedAction.href)
})

test('several news fold into one line below the results of own actions', async () => {
  const { region } = await mountToasts()
  const failedAction = { name: 'Nisha', problem: 'Noted as 7.', href: '/admin', isOutcomeUnknown: false }
  await setToasts('a', 'b')
  await act(async () => $toasts.set([...$toasts.get(), { id: 'c', failedAction }]))
  const toasts = [...(region?.querySelectorAll('.toast') ?? [])]
  const titles = toasts.map((toast) => [...toast.querySelectorAll('b')].map(({ textContent }) => textContent))
  expect(titles).toEqual([['Failed: Nisha'], ['New booking', 'New booking']])
  expect(textsOf(toasts[1] as Element, 'details:not([open]) > summary')).toEqual(['2 new notifications'])
  const news = 'New booking Nisha Karki, Dhobighat Hub, Explorer. View'
  expect(textsOf(toasts[1] as Element, 'p')).toEqual([news, news])
  await act(async () => toasts[1]?.querySelector('button')?.click())
  expect($toasts.get().map(({ id }) => id)).toEqual(['c'])
})
