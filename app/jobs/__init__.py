"""What can be done with a project without a window: plain functions that report progress.

A monitor is called with what is done and what there is in all; returning True ends the job with
`app.jobs.progress.JobCancelledError`, and nothing half-written stays.
"""
