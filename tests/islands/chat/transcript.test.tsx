import { expect, test, vi } from 'vitest'
import { Visitor } from '../../stores/booking/visitor.ts'
import { mount } from '../booking/mount.ts'

test('an answer keeps a range of days or times on one line', async () => {
  await new Visitor().openPage()
  Element.prototype.scrollIntoView ??= vi.fn()
  const { $messages } = await import('#stores/chat/transcript.ts')
  const { Transcript } = await import('#islands/chat/Transcript.tsx')
  $messages.set([{ id: '1', role: 'model', text: 'Sat–Sun 08:00–20:00 – every week' }])
  const { element } = await mount(<Transcript />)
  expect(element.querySelector('.chat-answer')?.textContent).toBe(
    'Sat\u2060–\u2060Sun 08:00\u2060–\u206020:00 – every week',
  )
})

test('the name at the start of a list item is on a separate line', async () => {
  await new Visitor().openPage()
  Element.prototype.scrollIntoView ??= vi.fn()
  const { $messages } = await import('#stores/chat/transcript.ts')
  const { Transcript } = await import('#islands/chat/Transcript.tsx')
  $messages.set([{ id: '1', role: 'model', text: '- **Kausimaa**: open today' }])
  const { element } = await mount(<Transcript />)
  const item = element.querySelector('.chat-answer li')
  expect([...(item?.childNodes ?? [])].map(({ textContent }) => textContent)).toEqual(['Kausimaa', 'open today'])
})

test('a long answer is shown from its question on', async () => {
  await new Visitor().openPage()
  const scrolledTo: string[] = []
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolledTo.push(this.textContent)
  }
  const { $messages } = await import('#stores/chat/transcript.ts')
  const { Transcript } = await import('#islands/chat/Transcript.tsx')
  $messages.set([
    { id: '1', role: 'model', text: 'Welcome' },
    { id: '2', role: 'user', text: 'Are you open?' },
    { id: '3', role: 'model', text: 'Our hours' },
  ])
  await mount(<Transcript />)
  expect(scrolledTo).toEqual(['You: Are you open?'])
})
