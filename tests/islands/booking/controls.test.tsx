import { act, useState } from 'react'
import { expect, test } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { MAX_COUNTER } from '#domain/draft.ts'
import { Counter } from '#islands/booking/Counter.tsx'
import { DateField } from '#islands/booking/DateField.tsx'
import { mount, press, type } from './mount.ts'

function Hours() {
  const [value, setValue] = useState(0)
  return <Counter id="hours" name="Meeting-room hours" one="hour" value={value} onChange={setValue} />
}

async function counter() {
  const { element } = await mount(<Hours />)
  const [less, more] = element.querySelectorAll('button')
  const input = element.querySelector('input')
  if (!less || !more || !input) throw new Error('a counter has two buttons and a field')
  return { less, more, input }
}

test('a counter goes up and down by one and not below 0', async () => {
  const { less, more, input } = await counter()
  expect(less.disabled).toBe(true)
  await press(more)
  await press(more)
  expect(input.value).toBe('2')
  await press(less)
  await press(less)
  expect(input.value).toBe('0')
  expect(less.disabled).toBe(true)
})

test.each([
  ['12', '12'],
  ['007', '7'],
  ['-3', ''],
  ['2.5', '2'],
  ['many', ''],
  ['99999999999', String(MAX_COUNTER)],
])('typed into a counter, %s reads %s', async (typed, read) => {
  const { input } = await counter()
  await type(input, typed)
  expect(input.value).toBe(read)
})

test('a counter emptied while typing counts as 0 and says so when it is left', async () => {
  const { input } = await counter()
  await type(input, '4')
  await type(input, '')
  expect(input.value).toBe('')
  await act(async () => input.blur())
  expect(input.value).toBe('0')
})

test('half a date that is being typed is not taken away', async () => {
  const said: string[] = []
  const field = (value: IsoDate | '') => (
    <DateField
      id="startDate"
      label="Start date"
      value={value}
      min={'2026-12-03' as IsoDate}
      error={undefined}
      onChange={(day) => said.push(day)}
      onFocus={() => {}}
    />
  )
  const { element, show } = await mount(field('2026-12-10' as IsoDate))
  const input = element.querySelector('input')
  if (!input) throw new Error('a date field has a field')
  await type(input, '0002-12-10')
  expect(said.at(-1)).toBe('')
  await show(field(''))
  expect(input.value).toBe('0002-12-10')
  await act(async () => input.blur())
  expect(element.textContent).toContain('Enter a date like')
  // Picked in the calendar meanwhile: the field follows.
  await show(field('2026-12-20' as IsoDate))
  expect(input.value).toBe('2026-12-20')
})
