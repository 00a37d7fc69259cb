/**
 * Sets the variables of the working directory's `.env`; those that are set already win. Imported before modules that read
 * the environment. Node's `--env-file-if-exists` prints a line of plain text where there is no file.
 */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

if (existsSync('.env')) loadEnvFile()
