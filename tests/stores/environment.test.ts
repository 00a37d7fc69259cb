import { afterEach, expect, test, vi } from 'vitest'
import { environment } from '#stores/environment.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('postForm posts a hidden form to a gateway and removes it after two seconds', () => {
  vi.useFakeTimers()
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
  environment().postForm('https://gateway.example/form', { amt: '100.00', su: 'http://localhost/?a=b&c="d"' })
  const form = document.forms[0]
  expect(submit).toHaveBeenCalledOnce()
  expect([form?.method.toLowerCase(), form?.action]).toEqual(['post', 'https://gateway.example/form'])
  const fields = [...(form?.querySelectorAll('input') ?? [])].map(({ type, name, value }) => [type, name, value])
  expect(fields).toEqual([
    ['hidden', 'amt', '100.00'],
    ['hidden', 'su', 'http://localhost/?a=b&c="d"'],
  ])
  vi.advanceTimersByTime(1_999)
  expect(document.forms).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(document.forms).toHaveLength(0)
})
