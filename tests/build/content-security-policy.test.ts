import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDefaultPolicy, addInlineHashes } from '#build/inline-hashes.ts'

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const page = (policy: string): string =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"><style>p{color:red}</style></head>` +
  '<body><script type="module">\nrun()\n</script><script type="module" src="/a.js"></script></body>'

test('addInlineHashes replaces the hashes by those of the page', () => {
  const other = hash('elsewhere()')
  const withHashes = (script: string, style: string) =>
    page(`default-src 'none'; script-src 'self' ${script}; style-src 'self' ${style};`)
  expect(addInlineHashes(withHashes(other, other))).toBe(withHashes(hash('\nrun()\n'), hash('p{color:red}')))
})

test('addInlineHashes returns a page without a policy unchanged', () => {
  const html = `<style>p{}</style><p>${hash('p{}')}</p>`
  expect(addInlineHashes(html)).toBe(html)
})

test('addDefaultPolicy adds the strictest policy to a redirect page once', () => {
  const html = '<!doctype html><title>Redirecting</title><meta http-equiv="refresh" content="0;url=/here">'
  const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'">`
  expect(addDefaultPolicy(html)).toBe(html.replace('<title>', `${policy}<title>`))
  expect(addDefaultPolicy(addDefaultPolicy(html))).toBe(addDefaultPolicy(html))
})
