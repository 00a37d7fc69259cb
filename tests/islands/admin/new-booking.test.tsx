import { beforeEach, expect, test, vi } from 'vitest'
import { NewBooking } from '#islands/admin/bookings/NewBooking.tsx'
import { $session } from '#stores/admin/session.ts'
import { typesHere } from '#stores/admin/typed.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { type Tab, who, withTab } from '../../stores/admin/desk.ts'
import { KeptStorage } from '../../support/kept.ts'
import { mount, press, type } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})
beforeEach(() => {
  const putBack = replaceEnvironment({ tabStorage: new KeptStorage().storage })
  $session.set({ state: 'open', who: who() })
  typesHere(who().email)
  return putBack
})

const close = vi.fn()
async function opened() {
  const { element } = await mount(
    <NewBooking
      locations={{ kausimaa: 'Kausimaa' }}
      plans={{ explorer: 'Explorer' }}
      bookable={{ locations: ['kausimaa'], plans: ['explorer'] }}
      addOns={[]}
      close={close}
    />,
  )
  const button = (label: string) =>
    [...element.querySelectorAll('button')].find(
      (each) => each.textContent === label || each.getAttribute('aria-label') === label,
    ) ?? null
  const name = element.querySelector<HTMLInputElement>('#desk-name')
  if (!name) throw new Error('no field')
  return { name, button }
}

test('a walk-in that is closed by hand waits as it was typed, until somebody starts anew', async () => {
  const first = await opened()
  expect(first.button('Start anew')).toBeNull()
  await type(first.name, 'Sita Rai')
  await press(first.button('Close'))
  expect(close.mock.calls).toEqual([[]])
  const again = await opened()
  expect(again.name.value).toBe('Sita Rai')
  await press(again.button('Start anew'))
  expect(again.name.value).toBe('')
  expect((await opened()).name.value).toBe('')
  expect(tab.asked.every(({ method }) => method === 'GET')).toBe(true)
})
