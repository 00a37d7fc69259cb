import { accessibility } from './accessibility.ts'
import type { Figure } from './figure.ts'
import { markup } from './markup.ts'
import { paper } from './paper.ts'
import { reflow } from './reflow.ts'
import type { Route } from './routes.ts'
import type { Site } from './site.ts'
import { weight } from './weight.ts'
import { without } from './without.ts'

/** What is found out about a page by itself, and always with the same outcome. */
export const CHECKS = [weight, accessibility, reflow, markup, without, paper]

export async function check(site: Site, route: Route): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const look of CHECKS) figures.push(...(await look(site, route)))
  return figures
}
