"""Tasks on projects as plain functions with progress reports, without Qt.

A monitor is called with the amount done and the total; if it returns True the job ends with
`app.jobs.progress.JobCancelledError`, and nothing half-written stays.
"""
