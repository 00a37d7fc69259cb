import PQueue from 'p-queue'

/** Lookups that jobs make at gateways, at most five at once: a gateway that hangs delays a few of them, not all. */
export const lookupQueue = new PQueue({ concurrency: 5 })
