import type { Endpoint } from '#contract/endpoint.ts'
import type { TestApp } from '../../support/app.ts'
import type { Sent } from '../../support/requests.ts'

/** What a call needs to be answered with a success; made on an empty database, the owner signed in for a staff call. */
export type Good = readonly [Endpoint, (app: TestApp) => Promise<Sent>]
