import { act } from 'react'
import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking.ts'
import { Actions } from '#islands/admin/bookings/Actions.tsx'
import { $session } from '#stores/admin/session.ts'
import { row, who } from '../../stores/admin/desk.ts'
import { mount } from '../booking/mount.ts'

test('a booking that has begun is offered to be moved to managers alone', async () => {
  const offered = async (role: 'desk' | 'manager', begun: boolean) => {
    await act(async () => $session.set({ state: 'open', who: who({ role }) }))
    const detail = { ...row(1), state: 'confirmed', difference: 0, begun } as BookingDetail
    const { element } = await mount(<Actions detail={detail} />)
    return [...element.querySelectorAll('button')].map(({ textContent }) => textContent)
  }
  expect(await offered('desk', false)).toContain('Move dates')
  expect(await offered('desk', true)).not.toContain('Move dates')
  expect(await offered('desk', true)).toContain('Cancel booking')
  expect(await offered('manager', true)).toContain('Move dates')
})
