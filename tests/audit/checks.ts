import { accessibility } from './accessibility.ts'
import { degraded } from './degraded.ts'
import { markup } from './markup.ts'
import { pictures } from './pictures.ts'
import { print } from './print.ts'
import { reflow } from './reflow.ts'
import { targets } from './targets.ts'
import { weight } from './weight.ts'

/** The checks whose result does not depend on the machine. */
export const CHECKS = [weight, accessibility, reflow, markup, degraded, print, pictures, targets]
