import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { MAX_COUNTER } from '#domain/booking-draft.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { Counter } from '#islands/booking/Counter.tsx'
import { DateField } from '#islands/booking/DateField.tsx'
import { click, mount, type } from './mount.ts'

function Hours() {
  const [value, setValue] = useState(0)
  return <Counter id="hours" name="Meeting-room hours" unit="hour" value={value} onChange={setValue} />
}

async function mountCounter() {
  const { element } = await mount(<Hours />)
  const [less, more] = element.querySelectorAll('button')
  const input = element.querySelector('input')
  if (!less || !more || !input) throw new Error('a counter has two buttons and a field')
  return { less, more, input }
}

test('Counter changes by one and not below 0', async () => {
  const { less, more, input } = await mountCounter()
  expect(less.disabled).toBe(true)
  await click(more)
  await click(more)
  expect(input.value).toBe('2')
  await click(less)
  await click(less)
  expect(input.value).toBe('0')
  expect(less.disabled).toBe(true)
})

test('Counter is a spin button: its keys change the number, and its buttons are not in the tab order', async () => {
  const { less, more, input } = await mountCounter()
  const values: string[] = []
  for (const key of ['ArrowUp', 'PageUp', 'ArrowDown', 'PageDown', 'PageUp', 'Home', 'ArrowDown']) {
    await act(async () => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
    values.push(input.value)
  }
  expect(values).toEqual(['1', '6', '5', '0', '5', '0', '0'])
  expect([less.tabIndex, more.tabIndex, input.tabIndex]).toEqual([-1, -1, 0])
})

test.each([
  ['12', '12'],
  ['007', '7'],
  ['-3', ''],
  ['2.5', '2'],
  ['many', ''],
  ['99999999999', String(MAX_COUNTER)],
])('Counter reads the typed %s as %s', async (typed, read) => {
  const { input } = await mountCounter()
  await type(input, typed)
  expect(input.value).toBe(read)
})

test('Counter counts as 0 while empty and shows it on blur', async () => {
  const { input } = await mountCounter()
  await type(input, '4')
  await type(input, '')
  expect(input.value).toBe('')
  await act(async () => input.blur())
  expect(input.value).toBe('0')
})

test('DateField keeps a partial date while typing', async () => {
  const changes: string[] = []
  const field = (value: IsoDate | '') => (
    <DateField
      id="startDate"
      label="Start date"
      value={value}
      min={'2026-12-03' as IsoDate}
      error={undefined}
      onChange={(day) => changes.push(day)}
      onFocus={() => {}}
    />
  )
  const { element, show } = await mount(field('2026-12-10' as IsoDate))
  const input = element.querySelector('input')
  if (!input) throw new Error('a date field has a field')
  await type(input, '0002-12-10')
  expect(changes.at(-1)).toBe('')
  await show(field(''))
  expect(input.value).toBe('0002-12-10')
  await act(async () => input.blur())
  expect(element.textContent).toContain('Enter a date like')
  // A date picked in the calendar is shown.
  await show(field('2026-12-20' as IsoDate))
  expect(input.value).toBe('2026-12-20')
})
