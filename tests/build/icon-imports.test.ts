import { expect, test } from 'vitest'
import { iconImports } from '../../src/build/icon-imports.ts'

const importIcons = iconImports().transform.handler

test('each icon is imported from its own file', () => {
  const code = "import { Check, CircleHelp, type LucideIcon, Upload as UploadIcon } from 'lucide-react'"
  expect(importIcons(code).split(';')).toEqual([
    "import Check from 'lucide-react/icons/check'",
    "import CircleHelp from 'lucide-react/icons/circle-question-mark'",
    "import UploadIcon from 'lucide-react/icons/upload'",
  ])
})

test('an unknown icon stops the build', () => {
  expect(() => importIcons("import { Cheque } from 'lucide-react'")).toThrow('lucide-react has no icon Cheque')
})
