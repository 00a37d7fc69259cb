import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { withOwnHashes, withSomePolicy } from '#build/policy.ts'

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const page = (policy: string): string =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"><style>p{color:red}</style></head>` +
  '<body><script type="module">\nrun()\n</script><script type="module" src="/a.js"></script></body>'

test('a policy names what stands in the page, to the letter, and nothing else', () => {
  const other = hash('elsewhere()')
  expect(withOwnHashes(page(`default-src 'none'; script-src 'self' ${other}; style-src 'self' ${other};`))).toBe(
    page(`default-src 'none'; script-src 'self' ${hash('\nrun()\n')}; style-src 'self' ${hash('p{color:red}')};`),
  )
})

test('a page without a policy stays as it is', () => {
  const html = `<style>p{}</style><p>${hash('p{}')}</p>`
  expect(withOwnHashes(html)).toBe(html)
})

test('a page that only leads elsewhere may do nothing', () => {
  const html = '<!doctype html><title>Redirecting</title><meta http-equiv="refresh" content="0;url=/here">'
  const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'">`
  expect(withSomePolicy(html)).toBe(html.replace('<title>', `${policy}<title>`))
  expect(withSomePolicy(withSomePolicy(html))).toBe(withSomePolicy(html))
})
