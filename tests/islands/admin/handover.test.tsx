import { act } from 'react'
import { expect, test } from 'vitest'
import { HandoverForm } from '#islands/admin/day-sheet/HandoverForm.tsx'
import type { Sheet } from '#stores/admin/desk/day-sheet.ts'
import { day } from '../../domain/business.ts'
import { errorBody, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, type } from '../booking/mount.ts'

const tab = withTab()

const mountForm = (handover: Partial<Sheet['handover']> = {}) =>
  mount(
    <HandoverForm
      sheet={
        {
          ...{ locationId: 'kausimaa', date: day('2026-12-01') },
          handover: { body: '', version: 0, by: null, earlier: null, ...handover },
        } as Sheet
      }
    />,
  )

test('the note of an earlier day is shown with its author until the day has its own', async () => {
  const earlier = { date: day('2026-11-30'), body: 'Key is with Maya', by: 'Asha Rai' }
  const { element } = await mountForm({ earlier })
  expect(element.textContent).toMatch(/Key is with MayaAsha Rai, .*30/)
  expect(findButton(element, 'Write today’s note')).not.toBeNull()
  const { element: replaced } = await mountForm({ body: 'Key is back', version: 1, by: 'Maya' })
  expect(replaced.textContent).toContain('Key is backMaya')
})

test('the note is saved with the version that it replaces', async () => {
  await startDrafts()
  const { element } = await mountForm({ body: 'Key is back', version: 2, by: 'Maya' })
  await click(findButton(element, 'Change the note'))
  await type(getField(element, '#handover'), ' Water comes at 8. ')
  await click(element.querySelector('[type=submit]'))
  const request = tab.take('/api/admin/handover', 'PUT')
  expect(request.body).toEqual({ locationId: 'kausimaa', date: '2026-12-01', version: 2, body: 'Water comes at 8.' })
  await act(() => request.respond(503, errorBody('unavailable')))
  expect(element.querySelector('[role=alert]')?.textContent).not.toBe('')
  expect(getField(element, '#handover').value).toBe(' Water comes at 8. ')
  await click(findButton(element, 'Cancel'))
  await click(findButton(element, 'Change the note'))
  expect(getField(element, '#handover').value).toBe('Key is back')
})

test('the note is removed with one button', async () => {
  await startDrafts()
  const { element } = await mountForm({ body: 'Key is back', version: 2, by: 'Maya' })
  await click(findButton(element, 'Change the note'))
  await click(findButton(element, 'Remove the note'))
  expect(tab.take('/api/admin/handover', 'PUT').body).toMatchObject({ version: 2, body: '' })
})
